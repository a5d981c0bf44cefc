import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import forge from 'node-forge';
import type { CertificateInput, SigningCertificate } from './contract.ts';
import { PdfError } from './pdf-error.ts';

const VALID_YEARS = 10;

/** Creates a key and a certificate that it signs itself, as PKCS#12. */
export function writeCertificate({ name, from, bits }: CertificateInput, passphrase: string): Uint8Array {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const key = forge.pki.privateKeyFromPem(pair.privateKey);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(pair.publicKey);
  // A positive number: its first bit is not set.
  certificate.serialNumber = `40${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(from);
  certificate.validity.notAfter = new Date(from);
  certificate.validity.notAfter.setUTCFullYear(from.getUTCFullYear() + VALID_YEARS);
  const subject = [
    { name: 'commonName', value: `${name} document signing`.slice(0, 64), valueTagClass: forge.asn1.Type.UTF8 as never },
    { name: 'organizationName', value: name.slice(0, 64), valueTagClass: forge.asn1.Type.UTF8 as never },
  ];
  certificate.setSubject(subject);
  certificate.setIssuer(subject);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  certificate.sign(key, forge.md.sha256.create());
  const container = forge.pkcs12.toPkcs12Asn1(key, [certificate], passphrase, { algorithm: 'aes256', friendlyName: name });
  return Buffer.from(forge.asn1.toDer(container).getBytes(), 'latin1');
}

/** Opens a PKCS#12 file. Throws {@link PdfError} `certificate_not_usable`. */
export function readCertificate(content: Uint8Array, passphrase: string): SigningCertificate {
  const { key, certificates } = openContainer(content, passphrase);
  const [own, ...others] = sortChain(certificates, key);
  if (own === undefined) throw unusable('Its certificate does not belong to its key.');
  return {
    key: createPrivateKey(key).export({ type: 'pkcs8', format: 'der' }),
    certificates: [own, ...others].map(({ raw }) => raw),
    subject: own.subject.replaceAll('\n', ', '),
    validUntil: new Date(own.validTo).toISOString(),
  };
}

function unusable(reason: string, cause?: unknown): PdfError {
  return new PdfError('certificate_not_usable', `The certificate cannot be used. ${reason}`, { cause });
}

/** Both as PEM and X.509. */
function openContainer(
  content: Uint8Array,
  passphrase: string,
): { readonly key: string; readonly certificates: readonly X509Certificate[] } {
  try {
    const asn1 = forge.asn1.fromDer(forge.util.createBuffer(Buffer.from(content).toString('latin1')));
    const container = forge.pkcs12.pkcs12FromAsn1(asn1, passphrase);
    const { certBag = '', keyBag = '', pkcs8ShroudedKeyBag = '' } = forge.pki.oids;
    const list = (bagType: string): readonly forge.pkcs12.Bag[] => container.getBags({ bagType })[bagType] ?? [];
    const [bag] = [...list(pkcs8ShroudedKeyBag), ...list(keyBag)];
    if (bag?.key === undefined || bag.key === null) throw unusable('It needs an RSA key.');
    const pems = list(certBag).flatMap(({ cert }) => (cert === undefined ? [] : [forge.pki.certificateToPem(cert)]));
    return { key: forge.pki.privateKeyToPem(bag.key), certificates: pems.map((pem) => new X509Certificate(pem)) };
  } catch (error) {
    if (error instanceof PdfError) throw error;
    throw unusable('Check the file and its passphrase; its key must be an RSA key.', error);
  }
}

/** The certificate of the key first, then those that issued it, one after the other. */
function sortChain(certificates: readonly X509Certificate[], key: string): readonly X509Certificate[] {
  const privateKey = createPrivateKey(key);
  const own = certificates.find((one) => one.checkPrivateKey(privateKey));
  const chain = own === undefined ? [] : [own];
  for (let last = own; last !== undefined; ) {
    const current: X509Certificate = last;
    last = certificates.find((one) => !chain.includes(one) && current.checkIssued(one));
    if (last !== undefined) chain.push(last);
  }
  return chain;
}
