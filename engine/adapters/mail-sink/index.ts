export { createMailSink, type MailSinkOptions } from './create-mail-sink.ts';
export { MAIL_SINK_COLLECTION } from './mail-store.ts';
export { recordMail, type RecordMailServices } from './record-mail.ts';
