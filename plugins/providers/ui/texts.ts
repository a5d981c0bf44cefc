import { addPluginTexts, tPlugin } from '#ui';

const TEXTS = {
  title: 'Invite a provider',
  provider: 'Provider',
  missing: 'Choose a provider.',
  help: 'They get a user of the provider area, with the names and the e-mail of the provider, and a temporary password by e-mail.',
  send: 'Send invite',
  invited: '{{name}} has an account and is invited',
  oneTitle: 'Invite {{name}} to the provider area?',
} as const;

addPluginTexts('providers', TEXTS);

/** Returns a text of this plugin in the selected language. */
export function tProviders(key: keyof typeof TEXTS, variables: Readonly<Record<string, string>> = {}): string {
  return tPlugin('providers', key, variables);
}
