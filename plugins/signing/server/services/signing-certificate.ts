import { createHash, randomBytes } from 'node:crypto';
import type { PluginContext } from '#engine';
import { toText } from '#engine/model';
import { createCertificate, openCertificate, type SigningCertificate } from '../pdf/index.ts';

/** The secret settings: a PKCS#12 file as Base64, and its passphrase. */
export const CERTIFICATE_SECRET = 'signing_certificate';
export const PASSPHRASE_SECRET = 'signing_passphrase';

/** The certificate that was opened last, by the digest of its file: opening takes a thread. */
let opened: { readonly digest: string; readonly certificate: SigningCertificate } | undefined;

/** The certificate of this installation: that of an admin, or one that is generated at its first use. Errors: `certificate_not_usable`. */
export async function readSigningCertificate(context: PluginContext): Promise<SigningCertificate> {
  const passphrase = await context.secretOrNew(PASSPHRASE_SECRET, () => randomBytes(24).toString('base64url'));
  const stored = await context.secretOrNew(CERTIFICATE_SECRET, async () => {
    const name = toText(context.setting('signing_organization')) || 'Muster';
    // A signature of the same moment is within its validity, also where clocks differ.
    const from = new Date(context.clock.now() - 86_400_000);
    return Buffer.from(await createCertificate(context, { name, from, passphrase })).toString('base64');
  });
  const digest = createHash('sha256').update(`${stored}/${passphrase}`).digest('hex');
  if (opened?.digest !== digest)
    opened = { digest, certificate: await openCertificate(context, Buffer.from(stored.replace(/\s/g, ''), 'base64'), passphrase) };
  return opened.certificate;
}
