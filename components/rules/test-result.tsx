'use client'

import { Time } from '#components/ui/time.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import { useRuleWords } from './use-rule-words.ts'
import type { RuleTest } from '#lib/api/rules/rules.ts'

/** The finds and changes of a rule among the latest postings, as a test. */
export function TestResult({ result }: { readonly result: RuleTest }) {
  const t = useWords('rules')
  const say = useRuleWords()
  const { found, tested, counts, postings } = result
  const changes = say.counts(counts).join(', ')
  return (
    <section aria-label={t('test')} className="border-t border-line pt-4">
      <p className="font-[550]">{found === 0 ? t('foundNone', { tested }) : t('found', { found, tested })}</p>
      {changes !== '' && <p className="text-ink-2">{t('wouldGive', { changes })}</p>}
      <ul className="mt-2 max-h-80 overflow-y-auto empty:hidden">
        {postings.map(({ id, title, url, sourceTitle, shownAt }) => (
          <li key={id} className="border-b border-line py-1.5 last:border-b-0">
            <p dir="auto" className="font-text wrap-anywhere">
              {title || url}
            </p>
            <p className="text-12 text-ink-3">
              {sourceTitle} · <Time at={shownAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
