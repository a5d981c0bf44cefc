import { useQuery } from '@tanstack/react-query';
import { getThumbnail } from '../../client/index.ts';
import { mayHaveThumbnail } from './file-info.ts';

const CACHE_GC_MILLISECONDS = 300_000;

/** A small picture of a file as a URL; undefined until it is loaded, for other kinds of files, and for a picture that cannot be decoded. */
export function useThumbnail(path: string): string | undefined {
  const { data } = useQuery({
    queryKey: ['file-thumbnail', path],
    queryFn: ({ signal }) => getThumbnail(path, signal),
    enabled: mayHaveThumbnail(path),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_GC_MILLISECONDS,
    retry: false,
  });
  return data ?? undefined;
}
