import { useQueryClient } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { BackupForm, Backups } from '#contract/staff/recovery.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { backupsQuery, updateBackups } from '#web/api/staff/recovery/recovery.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

type ScheduleForm = { hour: string; folder: string; keep: string }

const OFF = 'off'

const hourLabel = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`

const hours = [
  { value: OFF, label: 'Never' },
  ...Array.from({ length: 24 }, (_, hour) => ({ value: `${hour}`, label: hourLabel(hour) })),
]

const toForm = ({ hour, folder, keep }: BackupForm): ScheduleForm => ({
  hour: hour === null ? OFF : `${hour}`,
  folder,
  keep: `${keep}`,
})

const toSettings = ({ hour, folder, keep }: ScheduleForm): BackupForm => ({
  hour: hour === OFF ? null : Number(hour),
  folder: folder.trim(),
  keep: Number(keep),
})

const isFolder = (folder: string) => /^(\/|[A-Za-z]:[\\/]|$)/.test(folder.trim())

/** When and where nightly backups are written. */
export function BackupSchedule({ backups }: { backups: Backups }) {
  const queryClient = useQueryClient()
  const form = useForm<ScheduleForm>({
    values: toForm(backups.settings),
    resetOptions: { keepDirtyValues: true },
  })
  const { mutate, isPending } = useSave({
    save: async (values: ScheduleForm) =>
      queryClient.setQueryData(backupsQuery.queryKey, await updateBackups(toSettings(values))),
    onDone: (values) => form.reset(values),
    successMessage: 'Backups saved',
    errorMessage: 'Failed to save backups',
  })
  const { errors, isDirty } = form.formState
  return (
    <form
      aria-label="Nightly backups"
      noValidate
      onSubmit={form.handleSubmit((values) => {
        if (isDirty && !isPending) mutate(values)
      })}
    >
      <div className="grid gap-5 p-5 sm:grid-cols-2 sm:p-7">
        <Controller
          control={form.control}
          name="hour"
          render={({ field }) => (
            <Field label="Every night at" hint="In your shop's time zone.">
              {(control) => (
                <Select
                  {...control}
                  options={hours}
                  value={field.value}
                  onValueChange={field.onChange}
                />
              )}
            </Field>
          )}
        />
        <Field
          label="Nightly backups to keep"
          hint="We delete the oldest once a new one is verified."
          error={errors.keep?.message}
        >
          {(control) => (
            <Input
              type="number"
              inputMode="numeric"
              min={1}
              max={365}
              {...control}
              {...form.register('keep', {
                validate: (keep) =>
                  (/^\d+$/.test(keep) && Number(keep) >= 1 && Number(keep) <= 365) ||
                  'Enter a number from 1 to 365',
              })}
            />
          )}
        </Field>
        <div className="sm:col-span-2">
          <Field
            label="Folder on the server"
            hint={`Leave it empty for ${backups.defaultFolder}.`}
            error={errors.folder?.message}
          >
            {(control) => (
              <Input
                autoComplete="off"
                maxLength={500}
                {...control}
                {...form.register('folder', {
                  validate: (folder) =>
                    isFolder(folder) || 'Enter a full path, such as /var/backups/carboy',
                })}
              />
            )}
          </Field>
        </div>
      </div>
      <div className="flex flex-col border-line border-t px-5 py-4 sm:items-end sm:px-7">
        <Button type="submit" aria-disabled={!isDirty || isPending}>
          {isPending ? 'Saving...' : 'Save backups'}
        </Button>
      </div>
    </form>
  )
}
