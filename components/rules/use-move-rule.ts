import { showError } from '#components/ui/open/toast.tsx'
import { useArrangeRules } from '#lib/queries/rules.ts'
import { useWords } from '#lib/words/use-words.tsx'
import type { RuleItem } from '#lib/api/rules/rules.ts'

/** Moves a rule by a place; null where there is none. */
export type MoveRule = { readonly up: (() => void) | null; readonly down: (() => void) | null }

/** The move of each rule in their order. */
export function useMoveRule(rules: readonly RuleItem[]): (id: number) => MoveRule {
  const t = useWords('rules')
  const { mutate } = useArrangeRules()
  const ids = rules.map((rule) => rule.id)
  const swap = (at: number) => {
    const [before, first = 0, second = 0] = [ids.slice(0, at), ids[at], ids[at + 1]]
    mutate([...before, second, first, ...ids.slice(at + 2)], {
      onError: (error) => showError(t('notMoved'), error),
    })
  }
  return (id) => {
    const at = ids.indexOf(id)
    return {
      up: at > 0 ? () => swap(at - 1) : null,
      down: at < ids.length - 1 ? () => swap(at) : null,
    }
  }
}
