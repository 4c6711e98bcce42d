import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import { type Settings, SettingsForm } from '#contract/staff/settings.ts'
import { ChangedNotice } from '#web/admin/form/changed-notice.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { settingsQuery, updateSettings } from '#web/api/staff/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { sendLatest } from './send-latest.ts'
import { SettingsSection } from './settings-section.tsx'
import { shopDisplayFields } from './shop-field-labels.ts'
import { ShopFields } from './shop-fields.tsx'

const toFormValues = ({ name, phone, email, city, town, legalContact }: Settings) => ({
  name,
  phone,
  email,
  city,
  town,
  legalContact,
})

export function ShopDetails({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<SettingsForm>({
    resolver: zodResolver(SettingsForm),
    defaultValues: toFormValues(settings),
  })
  const row = useMemo(() => ({ ...settings, id: 'shop' }), [settings])
  const refetchSettings = () => queryClient.fetchQuery(settingsQuery)
  const { submit, isTouched, isPending, changes, discard } = useEdit({
    row,
    form,
    toFormValues,
    toDisplayFields: shopDisplayFields,
    save: (values, edited) =>
      sendLatest({
        edited,
        toDisplayFields: shopDisplayFields,
        refetchSettings,
        send: (current) => updateSettings(values, current),
      }),
    refetchRow: async (id) => ({ ...(await refetchSettings()), id }),
    onDone: (saved) => {
      form.reset(saved)
      setIsSaved(true)
    },
    successMessage: 'Shop details saved',
    errorMessage: 'Failed to save shop details',
    isLive: true,
  })
  const status = isTouched ? 'Unsaved changes' : isSaved ? 'Saved. Customers see it at once.' : ''
  return (
    <SettingsSection
      title="Shop details"
      text="How customers see and reach you on the website, in emails and on invoices."
    >
      <Card>
        <form
          aria-label="Shop details"
          noValidate
          onSubmit={(event) => {
            if (isTouched && !isPending) return submit(event)
            event.preventDefault()
          }}
        >
          <div className="flex flex-col gap-5 p-5 sm:p-7">
            {changes ? <ChangedNotice changes={changes} /> : null}
            <ShopFields form={form} />
          </div>
          <div className="flex flex-col gap-3 border-line border-t px-5 py-4 sm:flex-row sm:items-center sm:px-7">
            <p role="status" className="flex-1 text-muted text-sm max-sm:empty:-mb-3">
              {status}
            </p>
            {isTouched && !isPending ? (
              <Button variant="ghost" onClick={discard}>
                Discard changes
              </Button>
            ) : null}
            {/* Not `disabled`: the button would lose the focus after saving. */}
            <Button type="submit" aria-disabled={!isTouched || isPending}>
              {isPending ? 'Saving...' : 'Save'}
            </Button>
          </div>
        </form>
      </Card>
    </SettingsSection>
  )
}
