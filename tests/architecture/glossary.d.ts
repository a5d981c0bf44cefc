/** The message for a replaced word in a text, or undefined. */
export function checkWords(text: string): string | undefined;
/** The same for a name, whose parts are words. `isMember`: it is the name of a property. */
export function checkName(name: string, isMember?: boolean): string | undefined;
