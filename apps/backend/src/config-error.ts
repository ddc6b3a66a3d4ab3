/** The environment or `config.toml` holds something that the backend cannot run with. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}
