/** Name of someone who has chosen no username. */
export const ANONYMOUS = 'Anonymous';
