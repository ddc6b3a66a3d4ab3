import { toast } from '#ui/toast.ts';

/** The name of the toast that asks to sign in. */
export const SIGN_IN_PROMPT = 'sign-in-prompt';

/** To be called where one signs in: nobody has to be told any more. */
export const takeBackSignInPrompt = (): void => toast.takeBack(SIGN_IN_PROMPT);
