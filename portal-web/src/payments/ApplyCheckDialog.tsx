import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { CheckPaymentRequest } from '@tideline/sdk'
import { postCheckPayment } from '@tideline/sdk/operations'
import { api } from '@tideline/web-kit/session/api.ts'
import { Dialog } from '@tideline/web-kit/ui/Dialog.tsx'
import { toast } from '@tideline/web-kit/ui/toasts.ts'
import { useState } from 'react'
import { CheckForm } from './CheckForm.tsx'
import { checkProblem } from './payment-problem.ts'

/** Records a check that has arrived for the policy. One form is one check: sent again it is not applied again. */
export function ApplyCheckDialog({ policyNo, onClose }: { policyNo: string; onClose: () => void }) {
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const queryClient = useQueryClient()
  const apply = useMutation({
    mutationFn: (check: CheckPaymentRequest) =>
      api.call(postCheckPayment, {
        path: { policyNo },
        body: check,
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    meta: { errors: 'own' },
    onSuccess: async () => {
      toast({ tone: 'success', title: 'Check was successfully applied!' })
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Dialog open onOpenChange={onClose} title="Apply Check" dismissable={!apply.isPending}>
      <CheckForm
        isBusy={apply.isPending}
        problem={apply.isError ? checkProblem(apply.error) : undefined}
        reason={undefined}
        onApply={(check) => apply.mutate(check)}
      />
    </Dialog>
  )
}
