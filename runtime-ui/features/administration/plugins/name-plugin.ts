import { toWords } from '#engine/model/values';

/** The name of a plugin as a title: `pay-calculator` is "Pay calculator". */
export function namePlugin(name: string): string {
  return toWords(name.replaceAll('-', ' '));
}
