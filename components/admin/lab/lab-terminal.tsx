'use client'

import { Download } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { CopyField } from '#components/ui/form/copy-field.tsx'
import { SectionHead } from '#components/ui/section-head.tsx'
import { labTrace } from '#lib/queries/postings/downloads.ts'
import { useWords } from '#lib/words/use-words.tsx'

/** A way to make a run again by the command line: its data, and the command. */
export function LabTerminal({ id }: { readonly id: number }) {
  const t = useWords('lab')
  const { url, file } = labTrace(id)
  return (
    <section aria-label={t('inTerminal')}>
      <SectionHead title={t('inTerminal')} lede={t('inTerminalHint')}>
        <Button asChild variant="quiet">
          <a href={url} download>
            <Download size={14} strokeWidth={1.75} aria-hidden />
            {t('runTrace')}
          </a>
        </Button>
      </SectionHead>
      <div className="max-w-[720px]">
        <CopyField label={t('command')} value={`npm run --silent simulate -- --lab ${file}`} />
      </div>
    </section>
  )
}
