import { toast } from '#ui/toast.ts';

/** The name of the toast that asks a visitor to sign in. */
export const SIGN_IN_PROMPT = 'sign-in-prompt';

/** Closes the prompt; called when the sign-in page opens. */
export const closeSignInPrompt = (): void => toast.takeBack(SIGN_IN_PROMPT);
