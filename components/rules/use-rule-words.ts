import { useFolders } from '#lib/queries/organising/folders.ts'
import { useIntegrations } from '#lib/queries/integrations.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { ActCounts, RuleItem } from '#lib/api/rules/rules.ts'

/** Says in words what rules are about, what they do, and what they did. */
export function useRuleWords() {
  const t = useWords('rules')
  const folders = useFolders().data ?? []
  const subscriptions = useSubscriptions().data ?? []
  const labels = useLabels().data ?? []
  const targets = useIntegrations().data ?? []
  return {
    scope: ({ scope, folderId, sourceId }: Pick<RuleItem, 'scope' | 'folderId' | 'sourceId'>): string => {
      if (scope === 'folder') return folders.find(({ id }) => id === folderId)?.name ?? ''
      if (scope === 'source') return subscriptions.find((each) => each.sourceId === sourceId)?.title ?? ''
      return t('everything')
    },
    acts: ({ acts }: Pick<RuleItem, 'acts'>): string => {
      const label = labels.find(({ id }) => id === acts.labelId)?.name
      return [
        ...(acts.read ? [t('actRead')] : []),
        ...(acts.star ? [t('actStar')] : []),
        ...(label === undefined ? [] : [`${t('actLabel')} ${label}`]),
        ...(acts.hide ? [t('actHide')] : []),
        ...(acts.alert ? [t('actAlert')] : []),
        ...(acts.sendTo === null
          ? []
          : [
              t('actSend', { target: targets.find(({ id }) => id === acts.sendTo)?.name ?? t('targetGone') }),
            ]),
      ].join(', ')
    },
    counts: (counts: ActCounts): string[] =>
      (
        [
          ['countRead', counts.read],
          ['countStar', counts.star],
          ['countLabel', counts.label],
          ['countHide', counts.hide],
          ['countAlert', counts.alert],
          ['countSend', counts.send],
        ] as const
      ).flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })])),
  }
}
