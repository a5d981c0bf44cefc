import { MusterError, SYSTEM_ACTOR, type PluginContext } from '#engine';
import { toText } from '#engine/model';
import type { MailFile, ParsedMail } from './parse-mail.ts';

type FileContext = Pick<PluginContext, 'files' | 'records' | 'log'>;

/** Files of this many messages are looked up at once. */
const MAX_KNOWN = 10_000;

/**
 * Stores the files of messages, each with a record that says to which message it belongs: who may see the message may see it. Those that
 * are stored already are not stored again. A file that the rules of uploads refuse is left out.
 */
export async function storeFiles(
  context: FileContext,
  mails: readonly { readonly id: string; readonly mail: ParsedMail }[],
): Promise<void> {
  const withFiles = mails.filter(({ mail }) => mail.files.length > 0);
  if (withFiles.length === 0) return;
  const known = await readKnown(
    context,
    withFiles.map(({ id }) => id),
  );
  for (const { id, mail } of withFiles)
    for (const [index, file] of mail.files.entries()) if (!known.has(`${id}/${index}`)) await storeFile(context, id, index, file);
}

async function readKnown({ records }: FileContext, messages: readonly string[]): Promise<ReadonlySet<string>> {
  const { data } = await records.find(SYSTEM_ACTOR, {
    module: 'mailAttachments',
    filter: { message: { in: [...messages] } },
    fields: ['attachment_key'],
    limit: MAX_KNOWN,
    totalLimit: 1,
  });
  return new Set(data.map((record) => toText(record['attachment_key'])));
}

async function storeFile({ files, records, log }: FileContext, message: string, index: number, file: MailFile): Promise<void> {
  try {
    const stored = await files.store({ name: file.name, content: file.content });
    await records.create(SYSTEM_ACTOR, {
      module: 'mailAttachments',
      fields: {
        name: stored.filename,
        message,
        path: stored.path,
        size: stored.size,
        content_type: file.type,
        content_id: file.contentId,
        attachment_key: `${message}/${index}`,
      },
    });
  } catch (error) {
    // Another account stored it meanwhile, or the rules of uploads refuse it.
    if (!(error instanceof MusterError) || !isRefusal(error.code)) throw error;
    log.info({ message, index, code: error.code }, 'A file of an e-mail is not stored');
  }
}

function isRefusal(code: string): boolean {
  return ['not_unique', 'file_kind_refused', 'file_too_large', 'file_empty', 'file_content_mismatch'].includes(code);
}
