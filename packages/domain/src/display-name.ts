/** The shown name of an account without a username. */
export const ANONYMOUS = 'Anonymous';
