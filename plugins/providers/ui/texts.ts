import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tProviders = createPluginTexts('providers', {
  title: 'Invite a provider',
  provider: 'Provider',
  missing: 'Choose a provider.',
  help: 'They get a user of the provider area, with the names and the e-mail of the provider, and a temporary password by e-mail.',
  send: 'Send invite',
  invited: '{{name}} has an account and is invited',
  oneTitle: 'Invite {{name}} to the provider area?',
});
