export { createMailSink, MAIL_SINK_COLLECTION, type MailSinkOptions } from './create-mail-sink.ts';
