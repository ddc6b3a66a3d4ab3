import { OperatorError } from '../lib/operator-error.ts';

/** The environment or `config.toml` has a value with which the backend cannot run. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}
