import type { PreSaveContext } from '#engine';

/** Ends the save with a code and a text of the plugin, named at each field that would let it through. */
export function refuseAtFields({ refuse }: Pick<PreSaveContext, 'refuse'>, code: string, message: string, fields: readonly string[]): never {
  return refuse(code, { message, details: fields.map((field) => ({ field, code, message })) });
}
