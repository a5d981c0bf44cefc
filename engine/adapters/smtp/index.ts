export { createSmtpMail, type SmtpMailOptions } from './create-smtp-mail.ts';
