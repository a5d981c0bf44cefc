import { useQuery } from '@tanstack/react-query';
import { getFileName } from '../../client/index.ts';

const CACHE_GC_MILLISECONDS = 1_800_000;

/** The original name of a file, including spaces; undefined until it is loaded, and for files that the user may not read. */
export function useFileName(path: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['file-name', path],
    queryFn: () => getFileName(path),
    enabled: path.startsWith('/api/files/'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_GC_MILLISECONDS,
    retry: false,
  });
  return data ?? undefined;
}
