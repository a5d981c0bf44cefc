export { createOutboxMail, OUTBOX_MAIL, type OutboxMailOptions } from './create-outbox-mail.ts';
