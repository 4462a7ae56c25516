import type { RulePreview } from '#lib/api/server/weight-rule.ts'
import { useErrorText } from '#components/ui/form/error-text.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { changeWords, delayText, figureText } from './source-figures.ts'

type RuleEffectProps = {
  readonly isWrong: boolean
  readonly preview: RulePreview | null
  readonly failure: Error | null
}

/** The number of sources that a rule changes, and what that does to them and to all others. */
export function RuleEffect({ isWrong, preview, failure }: RuleEffectProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const errorText = useErrorText()
  if (isWrong) return <p className="text-broken">{t('weightWrong')}</p>
  if (failure !== null) return <p className="text-broken">{`${t('effectUnknown')} ${errorText(failure)}`}</p>
  if (preview === null) return <p className="text-ink-3">{t('workingOut')}</p>
  const { predictedDelayMs: delay, pollsPerDay: polls, others } = preview
  const isMoved = others.nowMs !== null && others.thenMs !== null
  const facts = [
    [t('rulesSources'), t('ofAll', { changed: preview.changed, all: preview.sources })],
    [t('meanDelayExpected'), `${delayText(delay.now, locale)} → ${delayText(delay.then, locale)}`],
    [t('pollsADay'), `${figureText(polls.now, t, locale)} → ${figureText(polls.then, t, locale)}`],
    [t('allOthers'), isMoved ? changeWords(others.nowMs, others.thenMs, t, locale) : t('noOthers')],
  ] as const
  return (
    <dl aria-live="polite" className="flex flex-wrap gap-x-7 gap-y-1">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-12 font-medium text-ink-3">{name}</dt>
          <dd className="text-14 font-semibold whitespace-nowrap">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
