import { useErrorText } from '#components/ui/form/error-text.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { MovedSources } from './moved-sources.tsx'
import { delayText, figureText } from './source-figures.ts'
import type { FormulaPreview } from '#lib/api/server/weight-formula.ts'

type FormulaEffectProps = { readonly preview: FormulaPreview | null; readonly failure: Error | null }

/** The effect of another weight formula: on the mean delay, on polls, and on whom most. */
export function FormulaEffect({ preview, failure }: FormulaEffectProps) {
  const t = useWords('admin')
  const locale = useLocale()
  const errorText = useErrorText()
  if (failure !== null) return <p className="text-broken">{`${t('effectUnknown')} ${errorText(failure)}`}</p>
  if (preview === null) return <p className="text-ink-3">{t('workingOut')}</p>
  const { now, then } = preview.meanDelayMs
  return (
    <div aria-live="polite">
      <p>
        <span className="block text-12 font-medium text-ink-3">{t('meanByNewWeights')}</span>
        <span className="text-14 font-semibold">
          <span className="font-[450] text-ink-3">{delayText(now, locale)} → </span>
          {delayText(then, locale)}
        </span>
      </p>
      <p className="text-12 text-ink-2">
        {t('pollsMoved', { polls: figureText(preview.movedPerDay, t, locale) })}
      </p>
      <MovedSources title={t('gainMost')} sources={preview.gainers} />
      <MovedSources title={t('loseMost')} sources={preview.losers} />
    </div>
  )
}
