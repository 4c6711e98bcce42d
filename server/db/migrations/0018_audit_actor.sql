ALTER TABLE "audit_entries" ALTER COLUMN "staff_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor" text DEFAULT 'staff' NOT NULL;