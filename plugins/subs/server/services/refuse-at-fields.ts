import type { PreSaveContext } from '#engine';

/** Rejects the save with a code and a text of the plugin, repeated at each field that would fix the problem. */
export function refuseAtFields(
  { refuse }: Pick<PreSaveContext, 'refuse'>,
  code: string,
  message: string,
  fields: readonly string[],
): never {
  return refuse(code, { message, details: fields.map((field) => ({ field, code, message })) });
}
