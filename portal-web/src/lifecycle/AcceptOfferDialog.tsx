import { type PolicyConfirmation, type ReinstatementOffer, TidelineError } from '@tideline/sdk'
import { acceptReinstatementOffer, uploadDocuments } from '@tideline/sdk/operations'
import { formatDate, formatMoney } from '@tideline/web-kit/formats/format.ts'
import { FormDialog } from '@tideline/web-kit/screen/FormDialog.tsx'
import { useAction } from '@tideline/web-kit/screen/useAction.ts'
import { api } from '@tideline/web-kit/session/api.ts'
import { RadioCards } from '@tideline/web-kit/ui/RadioCards.tsx'
import { TextArea } from '@tideline/web-kit/ui/TextField.tsx'
import { useState } from 'react'
import { SingleFileField } from '../documents/SingleFileField.tsx'

const statementName = 'No-loss statement'

type Coverage = 'continuous' | 'lapse'

const describeLapse = ({ coverageEndedOn, offeredOn }: ReinstatementOffer): string =>
  `Coverage resumes on ${formatDate(offeredOn)}. Losses since ${formatDate(coverageEndedOn)} are not covered, and the premium for these days is not charged.`

/** Describes the coverage of a reinstatement if staff have no choice (DEL-26). */
const describeCoverage = (offer: ReinstatementOffer | null): string =>
  offer?.isLapseRequired
    ? `The payment covers only a reinstatement with a lapse. ${describeLapse(offer)}`
    : 'The policy is reinstated without a lapse in coverage.'

/** Returns what staff still have to enter, or undefined if the offer can be accepted. */
function findMissingInput(input: { isStatementMissing: boolean; isCoverageMissing: boolean; reason: string }) {
  if (input.isStatementMissing) return 'Choose the signed no-loss statement first.'
  if (input.isCoverageMissing) return 'Choose whether coverage has a lapse.'
  return input.reason ? undefined : 'A reason is required.'
}

/** Uploads the no-loss statement. Also succeeds if an earlier attempt has already uploaded the file. */
async function uploadStatement(
  policyNo: string,
  docType: ReinstatementOffer['noLossStatementDocTypeId'],
  file: File,
): Promise<void> {
  try {
    await api.call(uploadDocuments, { path: { policyNo, docType }, body: { [statementName]: file } })
  } catch (error) {
    if (!(error instanceof TidelineError && error.status === 409)) throw error
  }
}

/**
 * Dialog that accepts a reinstatement offer, with or without a lapse in coverage. Requires the no-loss statement and a
 * reason (DEL-21, DEL-26).
 */
export function AcceptOfferDialog({ policy, onClose }: { policy: PolicyConfirmation; onClose: () => void }) {
  const { policyNo, reinstatementOffer: offer } = policy
  const [file, setFile] = useState<File>()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Coverage>()
  const reason = typed.trim()
  const coverage = offer?.isLapseRequired ? 'lapse' : chosen
  const canChoose = offer && offer.amountNeededWithLapse !== null && !offer.isLapseRequired
  const isStatementMissing = !file && !offer?.hasNoLossStatement
  const accept = useAction(
    async () => {
      if (file && offer) await uploadStatement(policyNo, offer.noLossStatementDocTypeId, file)
      const body = { reason, ...(coverage === 'lapse' && { withLapse: true }) }
      await api.call(acceptReinstatementOffer, { path: { policyNo }, body })
    },
    { changes: 'everything', successToast: 'The policy was reinstated.', onDone: onClose },
  )
  return (
    <FormDialog
      title="Reinstate policy"
      size="small"
      submitLabel="Reinstate policy"
      busyLabel="Reinstating…"
      disabledReason={findMissingInput({
        isStatementMissing,
        isCoverageMissing: Boolean(canChoose && !chosen),
        reason,
      })}
      isBusy={accept.isBusy}
      problem={accept.problem}
      onSubmit={() => accept.run()}
      onClose={onClose}
    >
      <p>
        {canChoose ? '' : `${describeCoverage(offer)} `}The payment
        {offer ? ` of ${formatMoney(offer.amountReceived)}` : ''} is applied to the premium, which is charged again.
        Installments that are not due yet keep their due dates. The policyholder and the agency are notified.
      </p>
      {canChoose && (
        <RadioCards
          legend="Coverage"
          name="coverage"
          value={chosen}
          onValueChange={setChosen}
          options={[
            {
              value: 'continuous',
              label: 'Without a lapse',
              description: `Coverage continues from ${formatDate(offer.coverageEndedOn)}.`,
            },
            { value: 'lapse', label: 'With a lapse', description: describeLapse(offer) },
          ]}
        />
      )}
      <SingleFileField
        name={statementName}
        isUploaded={offer?.hasNoLossStatement ?? false}
        file={file}
        onChoose={setFile}
      />
      <TextArea label="Reason" maxLength={4000} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </FormDialog>
  )
}
