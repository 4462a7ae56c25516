import type { LabPolicy } from '#lib/api/lab.ts'
import { showError, showToast } from '#components/ui/toast.tsx'
import { useStartShadow } from '#lib/queries/shadow.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { usePolicyWords } from './lab-words.ts'

/** Puts a policy on paper and says so. */
export function usePutOnPaper() {
  const t = useWords('lab')
  const words = usePolicyWords()
  const start = useStartShadow()
  function putOnPaper(policy: LabPolicy) {
    start.mutate(policy, {
      onSuccess: () => showToast(t('putOnPaper', { policy: words(policy).name })),
      onError: (error) => showError(t('putOnPaperFailed'), error),
    })
  }
  return { putOnPaper, isStarting: start.isPending }
}
