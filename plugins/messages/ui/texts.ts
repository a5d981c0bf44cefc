import { createPluginTexts } from '#ui';

/** Returns a text of this plugin in the selected language. */
export const tMessages = createPluginTexts('messages', {
  preferences: 'Your messages',
  preferencesHelp: 'Choose how we may reach you. A change counts at once.',
  linkInvalid: 'This link is not complete, or has expired. Use the link of a newer message.',
  failed: 'That did not work. Try again.',
  saved: 'Your choice was saved.',
  receive: '{{label}} to {{address}}',
  stopEmail: 'Stop all e-mail to me',
});
