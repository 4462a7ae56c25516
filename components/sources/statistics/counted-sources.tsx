import Link from 'next/link'
import { SectionHead } from '#components/ui/section-head.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import type { CountedSource } from '#lib/api/sources/sources.ts'
import { useWords } from '#lib/words/use-words.tsx'

type CountedSourcesProps = {
  readonly title: string
  readonly lede: string
  /** The unit of the bars and figures. */
  readonly head: string
  readonly sources: readonly CountedSource[]
  /** The length of a bar, 0–1, and the figure behind it. */
  readonly shareOf: (source: CountedSource) => number
  readonly figureOf: (source: CountedSource) => string
}

/** Sources with a bar and a figure each: a picture that is its own table. Nothing where there are none. */
export function CountedSources({ title, lede, head, sources, shareOf, figureOf }: CountedSourcesProps) {
  const t = useWords('sources')
  const common = useWords('common')
  if (sources.length === 0) return null
  return (
    <section className="min-w-0">
      <SectionHead title={title} lede={lede} />
      <Table className="table-fixed">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <HeadCell>{t('source')}</HeadCell>
            <HeadCell className="w-[34%] max-sm:hidden">
              <span className="sr-only">{common('chart')}</span>
            </HeadCell>
            <HeadCell numeric className="w-32 whitespace-normal">
              {head}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {sources.map((source) => (
            <tr key={source.sourceId}>
              <th
                scope="row"
                className="h-9 truncate border-b border-line text-start text-13 font-[550] pointer-coarse:h-11"
              >
                <Link href={`/sources/${source.sourceId}`} prefetch={false} className="hover:underline">
                  <bdi>{source.title}</bdi>
                </Link>
              </th>
              <Cell className="h-9 max-sm:hidden">
                <span aria-hidden className="block h-2 overflow-hidden rounded-full bg-line">
                  <span
                    className="block h-full bg-ink-2"
                    style={{ width: `${Math.min(1, shareOf(source)) * 100}%` }}
                  />
                </span>
              </Cell>
              <Cell numeric className="h-9">
                {figureOf(source)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}
