import { defineService } from '#engine';

/** Sends text messages under the rules of the plugin messages. */
interface Texts {
  sendText(message: {
    readonly to: string;
    readonly text: string;
    /** Id of the user in whose name it is sent. */
    readonly user: string;
    readonly key: string;
  }): Promise<{ readonly kind: 'stored' } | { readonly kind: 'refused'; readonly reason: string }>;
}

/** The service of the plugin messages. */
export const SMS = defineService<Texts>('messages.texts', '1.0.0');
