export type AuditFinding = {
  rule: 'I1' | 'I2' | 'I9' | 'I10' | 'rule 39' | 'rule 45'
  id: string
  what: string
}
