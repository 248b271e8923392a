/** A fault in settings or data that stops the start; the message is one line that tells the fix. */
export class StartError extends Error {}
