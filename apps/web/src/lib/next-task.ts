/** Resolves in a task of its own: what the browser has to do meanwhile, such as handling a press, comes first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
