import { defineService } from '#engine';

/** What became of a message: stored, or nothing with the reason. */
type NoticeResult = { readonly kind: 'stored'; readonly sends: boolean } | { readonly kind: 'refused'; readonly reason: string };

/** Sends texts to people through the outbox of the plugin messages, under its ledger. */
interface Notices {
  send(notice: {
    readonly channel: 'email' | 'sms';
    readonly to: string;
    readonly subject: string;
    readonly text: string;
    readonly module: string;
    readonly record: string;
    readonly owner: string | undefined;
    readonly key: string;
  }): Promise<NoticeResult>;
}

/** The service of the plugin messages. */
export const NOTICES = defineService<Notices>('messages.notices', '1.0.0');
