import { OperatorError } from '../lib/operator-error.ts';

/** The environment or `config.toml` holds something that the backend cannot run with. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError';
}
