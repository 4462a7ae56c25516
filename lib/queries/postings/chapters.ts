import { useQuery } from '@tanstack/react-query'
import type { Chapter, ChapterList } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Played = {
  readonly postingId: string
  /** Of the feed or its text. */
  readonly chapters: readonly Chapter[]
  readonly hasChapterFile: boolean
}

/** The chapters of what plays: those of the file when it comes and has any, which say more than the text. */
export function useChapters({ postingId, chapters, hasChapterFile }: Played): readonly Chapter[] {
  const { data } = useQuery({
    queryKey: keys.chapters(postingId),
    queryFn: ({ signal }) => request<ChapterList>('GET', `/postings/${postingId}/chapters`, { signal }),
    enabled: hasChapterFile,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data !== undefined && data.chapters.length > 0 ? data.chapters : chapters
}
