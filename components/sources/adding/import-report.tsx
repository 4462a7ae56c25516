import { Check, Minus, TriangleAlert } from 'lucide-react'
import type { ImportReport } from '#lib/api/moving/imports.ts'
import { Button } from '#components/ui/form/button.tsx'
import { Cell, HeadCell, Table } from '#components/ui/table.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { AreaWords } from '#lib/words/areas.ts'
import { ImportArrival } from './import-arrival.tsx'

type Line = ImportReport['lines'][number]

const order = { failed: 0, added: 1, 'already-subscribed': 2 } as const
const results = {
  failed: { word: 'notAdded', Icon: TriangleAlert, colour: 'text-broken' },
  added: { word: 'added', Icon: Check, colour: 'text-ink' },
  'already-subscribed': { word: 'subscribedBefore', Icon: Minus, colour: 'text-ink-3' },
} as const

/** More rows than anybody reads make the page slow. */
const mostRows = 500

type ImportLinesProps = { readonly report: ImportReport; readonly onUndo: (() => void) | undefined }

/** Shows the feeds that were added as they arrive, then the lines that have something to say, failures first. */
export function ImportLines({ report, onUndo }: ImportLinesProps) {
  const t = useWords('sources')
  const lines = report.lines
    .filter(({ result, message }) => result === 'failed' || message !== null)
    .toSorted((a, b) => order[a.result] - order[b.result] || a.line - b.line)
  const added = report.lines.filter(({ result }) => result === 'added').map(({ url }) => url)
  return (
    <section aria-label={t('result')}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="text-16 font-semibold">
          {t('importSummary', {
            added: report.added,
            known: report.alreadyThere,
            failed: report.refused,
          })}
        </p>
        {onUndo !== undefined && <Button onClick={onUndo}>{t('importUndo')}</Button>}
      </div>
      {added.length > 0 && <ImportArrival urls={new Set(added)} />}
      {lines.length > 0 && (
        <Table>
          <caption className="sr-only">{t('importLines')}</caption>
          <thead>
            <tr>
              <HeadCell numeric className="w-12">
                {t('line')}
              </HeadCell>
              <HeadCell>{t('source')}</HeadCell>
              <HeadCell>{t('result')}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {lines.slice(0, mostRows).map((line) => (
              <ReportLine key={`${line.line} ${line.url}`} line={line} />
            ))}
          </tbody>
        </Table>
      )}
      {lines.length > mostRows && (
        <p className="mt-2 text-ink-2">{t('importMore', { count: lines.length - mostRows })}</p>
      )}
    </section>
  )
}

function ReportLine({ line }: { readonly line: Line }) {
  const t = useWords('sources')
  const { word, Icon, colour } = results[line.result]
  return (
    <tr>
      <Cell numeric className="py-3 align-top text-ink-3">
        {line.line}
      </Cell>
      <Cell className="w-1/2 max-w-[420px] py-2 whitespace-normal">
        <span className="block font-[580] wrap-anywhere">{nameOf(line, t)}</span>
        {line.title !== '' && <span className="block text-12 break-all text-ink-3">{line.url}</span>}
      </Cell>
      <Cell className="py-2 whitespace-normal">
        <span className={`inline-flex items-center gap-1.5 text-12 font-[550] ${colour}`}>
          <Icon size={13} strokeWidth={1.75} aria-hidden />
          {t(word)}
        </span>
        {line.message !== null && <span className="block text-12 text-ink-2">{line.message}</span>}
      </Cell>
    </tr>
  )
}

function nameOf(line: Line, t: AreaWords<'sources'>): string {
  if (line.title !== '') return line.title
  return line.url === '' ? t('unreadableEntry') : line.url
}
