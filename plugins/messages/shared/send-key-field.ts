/** A field of e-mails and text messages: what another plugin stores a message under, so that it is one message. */
export function createSendKeyField(module: 'messages' | 'sms') {
  return {
    id: `${module}_send_key`,
    fieldName: 'send_key',
    label: 'Key of the message',
    inputType: 'TextField',
    internal: true,
    readOnly: true,
    unique: true,
    audited: false,
    description: 'A message of another plugin is stored once under its key.',
  } as const;
}
