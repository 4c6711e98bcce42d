CREATE TABLE "standing_orders" (
	"truck_id" uuid NOT NULL,
	"weekday" integer NOT NULL,
	"stops" jsonb NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "standing_orders_truck_id_weekday_pk" PRIMARY KEY("truck_id","weekday")
);
--> statement-breakpoint
ALTER TABLE "told_windows" ADD COLUMN "wrong_since" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "told_windows_by_date" ON "told_windows" USING btree ("date");