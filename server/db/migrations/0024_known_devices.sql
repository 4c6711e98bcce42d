CREATE TABLE "known_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"customer_id" uuid,
	"staff_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_of_customers" ON "known_devices" USING btree ("token_hash","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "known_devices_of_staff" ON "known_devices" USING btree ("token_hash","staff_id");--> statement-breakpoint
CREATE INDEX "known_devices_customer_id_index" ON "known_devices" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "known_devices_staff_id_index" ON "known_devices" USING btree ("staff_id");--> statement-breakpoint
CREATE INDEX "known_devices_seen_at_index" ON "known_devices" USING btree ("seen_at");