import { toWords } from '#engine/model/values';
import type { PluginStatusView } from '#engine/model/wire';

/** The name of a plugin as a title: its label, else its words: `pay-calculator` is "Pay calculator". */
export function namePlugin({ name, label }: Pick<PluginStatusView, 'name' | 'label'>): string {
  return label ?? toWords(name.replaceAll('-', ' '));
}
