import { Resolver } from 'node:dns/promises';

/**
 * Resolves the addresses of a host by name servers only. It does not use the local names of this machine, nor the few
 * pool threads of the process, which file access needs. Returns an empty list when the host is not known. Throws when a
 * name server fails.
 */
export async function resolveDns(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [...(four.status === 'fulfilled' ? four.value : []), ...(six.status === 'fulfilled' ? six.value : [])];
  if (found.length > 0) return found;
  const failed = [four, six].find((one) => one.status === 'rejected' && !isHostUnknown(one.reason));
  if (failed?.status === 'rejected') throw failed.reason;
  return [];
}

function isHostUnknown(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes((error as NodeJS.ErrnoException).code ?? '');
}
