export type AuditFinding = {
  rule: 'I1' | 'I2' | 'I9' | 'I10' | 'rule 39' | 'rule 65'
  id: string
  what: string
}
