CREATE TABLE "checklist_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item" text NOT NULL,
	"done_on" date,
	"confirmed_by" text NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "checklist_confirmations_latest" ON "checklist_confirmations" USING btree ("item","confirmed_at");